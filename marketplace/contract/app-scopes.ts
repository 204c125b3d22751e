/** What other apps may ask for besides who somebody is; what each allows is in database/schemas/foundation/application_role.sql. */
export const APP_SCOPES = ['ads:read', 'drafts:write'] as const
