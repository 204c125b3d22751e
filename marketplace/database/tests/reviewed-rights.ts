/**
 * Everything that a visitor may access through the data API, each with a reason. A session that owes its second factor and an application
 * without data scopes count as visitors too, so personal data must never be added here.
 */
export const VISITORS_CALL: Readonly<Record<string, string>> = {
  category_counts: 'how many public ads each category has',
  check_ad: 'judges the words that it is given',
  check_suspicion: 'judges the words that it is given',
  listing_fate: 'whether an ad that is not shown is gone or hidden',
  market_currency: 'a setting of the market',
  market_places: 'where public ads are, and names of towns',
  places_within: 'names of towns',
  payment_pending_until: 'until when a reserved ad is kept for its payment, without people',
  order_choices: 'prices of public ads',
  order_terms: 'the rules of the market',
  price_guide: 'prices of at least eight sales, without people',
  rate_help_article: 'counts a vote about an article',
  rating_counts: 'counts of published reviews',
  record_view: 'counts a view',
  search_clusters: 'public ads',
  search_help: 'help articles',
  search_listings: 'public ads',
  seller_order_facts: 'figures of at least five orders, without people',
  similar_listings: 'public ads',
  suggest: 'public ads and words in them',
  suggest_categories: 'public ads and categories',
  suggest_places: 'names of towns',
  usual_answer_time: 'one figure about all tickets',
}

/** Tables with their readable columns, and the reason. */
export const VISITORS_READ: Readonly<Record<string, readonly [columns: string, reason: string]>> = {
  branding: [
    'singleton brand_name operator_name contact_email brand_hue logo_path changed_at currency languages',
    'how this market calls itself',
  ],
  categories: [
    'slug parent level sort name synonyms synonyms_i18n icon risk_profile expiry_days allow_types photo_min leaf attributes ord_from ord_to active retired_attributes',
    'what the market is divided into',
  ],
  help_articles: ['id topic question answer points action language', 'help'],
  rate_limits: ['action scope level span allowed', 'the rules of the market'],
  listing_photos: ['id listing_id path width height bytes alt position created_at', 'photos of public ads'],
  listings: [
    'id ad_no seller_id category type title description price_minor previous_price_minor price_changed_at currency price_type condition attributes area city country lat lng delivery ship_cost_minor language state version views_count saves_count chats_count cover_path photo_count first_published_at expires_at sold_at created_at updated_at offer_floor_pct quantity',
    'public ads',
  ],
  prohibited_rules: ['rule name explanation sort active', 'the rules of the market'],
  report_reasons: ['reason sort title priority', 'what a report may be about'],
  reviews: [
    'id subject_id author_id listing_id item_title rating tags body reply state created_at deal_id published_at replied_at',
    'published reviews',
  ],
  scam_patterns: ['id title advice', 'advice about fraud'],
  sellers: [
    'id display_name avatar_path bio city area seller_type email_verified phone_verified id_verified business_verified rating_average rating_count sold_count active_count response_minutes joined_at is_demo response_rate response_count response_days deal_count no_show_count left_at away_from away_until away_note bundle_percent',
    'the public face of people who sell',
  ],
  traders: [
    'id legal_name address contact_email contact_phone register_no vat_no certified_at',
    'what the law wants businesses to say',
  ],
  transparency_months: ['month figures counted_at', 'counts for everybody'],
  trust_ladder: ['singleton days deals answered_chats', 'the rules of the market'],
}

/** Tables that an application with data scopes may access, with their readable columns; functions only as used by policies. */
export const APPLICATIONS_READ: Readonly<Record<string, string>> = {
  categories: 'slug parent level sort name icon allow_types leaf attributes active',
  listing_photos: 'id listing_id path width height alt position',
  listings:
    'id ad_no category type title description price_minor currency price_type condition attributes area city country delivery ship_cost_minor language state version cover_path photo_count first_published_at expires_at created_at updated_at',
}

/** Tables whose rows affect only their author: suspended and banned users may still write these. */
export const PRIVATE_TO_THEIR_WRITER: Readonly<Record<string, string>> = {
  notification_preferences: 'choice of notifications',
  notification_settings: 'notification times',
  push_subscriptions: 'push devices',
}

/** Security definer functions of schema `public`, by the reason why the caller's own rights are not enough. */
export const NEEDS_MORE_THAN_ITS_CALLER: Readonly<Record<string, string>> = {
  'writes listings.state, which no grant opens: only the ways between states that it checks may be gone':
    'delete_listing extend_listing mark_listing_sold pause_listing publish_listing relist_listing reserve_for reserve_listing resume_listing sell_to unreserve_listing',
  'writes sold_comps, which nobody reads or writes: a price is shared of a sale that took place here':
    'share_sold_price',
  'moves a deal on: offers, deals and the ad change together, which both people read and neither may write':
    'accept_offer cancel_deal choose_shipping confirm_meetup confirm_deal_receipt counter_offer decline_offer make_offer mark_deal_shipped propose_meetup report_no_show withdraw_offer',
  'knows the secret from which handover codes are derived': 'enter_handover_code show_handover_code',
  'moves an order on: the order, its money, its parcel, its dispute and its ads change together, and nobody may write any of them':
    'accept_refund add_evidence appeal_dispute cancel_order confirm_receipt confirm_return contest_return enter_order_code escalate_dispute mark_return_shipped mark_shipped offer_refund offer_return open_dispute report_lost show_order_code start_order withdraw_dispute',
  'reads the settings and accounts of orders, of the caller or for everybody':
    'payment_pending_until my_balance my_order_card my_payout_account my_payout_plan my_sales my_statement order_choices order_label order_terms order_to_pay request_payout save_test_bank seller_order_facts set_bundle_discount set_payout_rhythm',
  'reads the books of all sellers, for administrators': 'reportable_sellers',
  'keeps sealed addresses, of the caller or of an order of theirs':
    'delete_address my_addresses order_address save_address',
  'books what payment providers report, for the server alone':
    'claim_parcel handle_provider_events record_label record_parcel record_payment record_payout_account take_parcel_report take_provider_event',
  'writes a review and its reply, which stay hidden from the other person until both have written':
    'reply_to_review write_review',
  'writes counters and receipts of both people of a conversation, of which each may set one side only':
    'archive_conversation mark_conversation_read mark_delivered',
  'writes messages as the system judges them: photos, first messages with their conversation, and what is taken back':
    'delete_message send_photo start_conversation',
  'reads what was masked or what the other person chose (receipts), of a conversation of its caller':
    'reveal_message shows_receipts',
  'writes what moderators read, with weights and states that its writer may not choose':
    'appeal_decision appeal_message appeal_report contest_fact file_ticket reply_to_ticket report_something mark_message_harmless',
  'locks and unlocks the conversations of both people': 'block_person unblock_person',
  'changes what belongs to others or to the market; the line in the audit log, which nobody may write, is part of the change':
    'add_category answer_ticket ask_for_evidence change_category close_ticket decide decide_appeal decide_dispute decide_dispute_appeal decide_fact_contest decide_held_message hide_listing move_attribute move_category remove_listing remove_prohibited_term review_listing save_attribute save_prohibited_term save_scam_rule set_attribute_active set_branding set_category_active set_rate_limit set_trust_ladder set_trust_level switch_scam_rule take_report unhide_listing',
  'shows moderators a file on somebody, which leaves its line in the audit log':
    'dispute_case listing_file person_file',
  'lets moderators search what no policy opens to them (profiles, addresses, all ads): a policy would cost every read of an ad a look at the reader’s role':
    'dispute_cases find_ads find_people moderation_queue site_figures',
  'reads votes and closed word lists for moderators': 'help_figures labelled_messages scam_rule_figures try_scam_rules',
  'reads or ends accounts, sessions and tokens, which are the auth service’s':
    'delete_my_account end_session my_account_activity my_personal_tokens my_sessions',
  'counts what others did, without saying who: hearts, views, conversations and tickets of other people':
    'my_dashboard my_figures my_listing_figures usual_answer_time',
  'searches the index of ads or of the help: below a policy, full-text operators (not leakproof) use no index':
    'category_counts search_help similar_listings',
  'reads the words of rules and the sold prices, which are closed so that nobody leafs through them':
    'check_ad check_suspicion price_guide',
  'answers about ads that are not shown': 'listing_fate',
  'counts visitors, votes and copies in closed tables': 'begin_data_export rate_help_article record_view',
  'keeps addresses and secrets of programs, which nobody reads':
    'create_webhook delete_webhook resend_webhook rotate_webhook_secret save_push_subscription test_webhook update_webhook',
  'writes what a business or an absence shows to everybody, by rules that go over several tables':
    'declare_trader end_trader end_vacation set_vacation',
  'tells its caller’s other devices on a channel where only the database speaks': 'mark_notifications_read',
  'sets the count of what a search found, which a job writes, to nothing and to no other number': 'mark_search_seen',
}
