export const GRANT_COLUMNS = `id, client_id as "clientId", user_id as "userId", organization_id as "organizationId", scope`;
