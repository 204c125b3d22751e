/**
 * OAuth scopes of other apps besides the identity scopes; what each allows is defined in database/schemas/foundation/application_role.sql.
 */
export const APP_SCOPES = ['ads:read', 'drafts:write'] as const
