/** Tables that a site keeps when it goes live: what is configured, and who works here. All others hold the trial. */
export const KEPT_TABLES = [
  'activation_code', 'admin_group', 'agency', 'agency_number', 'api_key', 'api_key_use', 'approval', 'authenticator', 'check_balance', 'complaint_cause', 'configuration', 'connection', 'contact_gate', 'guard_policy', 'id_block', 'import_mapping',
  'indicator', 'institution', 'key_rotation', 'login_audit', 'login_key', 'message_limit', 'message_template', 'migration',
  'migration_lease', 'migration_step', 'policy_in_force', 'priority_weights', 'product_terms', 'quality_sheet', 'quality_sheet_version', 'queue', 'recovery_code', 'relay_lease', 'rights_version',
  'role_grant', 'saved_view', 'seat_day', 'seat_plan', 'setup_skip', 'site', 'softphone', 'softphone_binding', 'user', 'webhook', 'webhook_state', 'user_preference',
  'user_session',
] as const; // prettier-ignore
