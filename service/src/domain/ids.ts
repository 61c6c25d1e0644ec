type Brand<Name extends string> = string & { readonly __brand: Name };

export type ExecutionId = Brand<'ExecutionId'>;
export type WorkflowId = Brand<'WorkflowId'>;
export type WorkflowVersionId = Brand<'WorkflowVersionId'>;
export type OrganizationId = Brand<'OrganizationId'>;
export type UserId = Brand<'UserId'>;
export type ApiKeyId = Brand<'ApiKeyId'>;
export type BatchId = Brand<'BatchId'>;
export type BulkActionId = Brand<'BulkActId'>;
export type WorkerId = Brand<'WorkerId'>;
export type SessionId = Brand<'SessionId'>;
export type GrantId = Brand<'GrantId'>;
export type InvitationId = Brand<'InvitationId'>;
export type WebhookEndpointId = Brand<'WebhookEndpointId'>;
/** The id of a webhook message, which every attempt sends as `webhook-id`. */
export type DeliveryId = Brand<'DeliveryId'>;
/** SHA-256 of an image's bytes as 64 lower-case hexadecimal digits. */
export type ContentHash = Brand<'ContentHash'>;

export const UUID_PATTERN = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
export const CONTENT_HASH_PATTERN = '^[0-9a-f]{64}$';
const CANONICAL_UUID = new RegExp(UUID_PATTERN);
const CONTENT_HASH = new RegExp(CONTENT_HASH_PATTERN);

export const isUuid = (text: string): boolean => CANONICAL_UUID.test(text);
const isContentHash = (text: string): text is ContentHash => CONTENT_HASH.test(text);
/** Parses a content hash, in lower or upper case. */
export const contentHashOf = (text: string): ContentHash | undefined => {
  const hash = text.toLowerCase();
  return isContentHash(hash) ? hash : undefined;
};
