import {
  type ApiKeyId,
  type BatchId,
  CONTENT_HASH_PATTERN,
  type ContentHash,
  type DeliveryId,
  type ExecutionId,
  type GrantId,
  type InvitationId,
  type OrganizationId,
  type UserId,
  UUID_PATTERN,
  type WebhookEndpointId,
  type WorkflowId,
} from '../../domain/ids.ts';
import { PASSWORD_EXPECTED } from '../../domain/people/password-rule.ts';
import { STORABLE_TEXT_PATTERN } from '../../domain/storable-text.ts';
import { type Static, type TSchema, Type } from '../../schema/typebox.ts';

/** Values for the examples in the reference. */
export const EXAMPLE_ID = '018f3a5e-7c00-7000-8000-000000000001';
export const EXAMPLE_HASH = 'd2a84f4b8b650937ec8f73cd8be2c74add5a911ba64df27458ed8229da804a26';

/** Schema of an id. Error messages use `title` ("... does not exist") and `expects` ("... must be ..."). */
export const idSchema = <Id extends string>(title: string) =>
  Type.Unsafe<Id>(
    Type.String({
      pattern: UUID_PATTERN,
      title,
      description: title.replace(/^The/, 'Id of the'),
      expects: 'an id in lower case, such as 018f3a5e-7c00-7000-8000-000000000000',
    }),
  );

export const ContentHashSchema = Type.Unsafe<ContentHash>(
  Type.String({
    pattern: CONTENT_HASH_PATTERN,
    description: 'SHA-256 of an image, as its upload returned it',
    expects: 'a content hash of 64 lower-case hexadecimal digits',
  }),
);

export const OrganizationParams = Type.Object({ id: idSchema<OrganizationId>('The organization') });
export const WorkflowParams = Type.Object({ id: idSchema<WorkflowId>('The workflow') });
export const ExecutionParams = Type.Object({ id: idSchema<ExecutionId>('The execution') });
export const BatchParams = Type.Object({ id: idSchema<BatchId>('The batch') });
export const KeyParams = Type.Object({
  id: idSchema<OrganizationId>('The organization'),
  keyId: idSchema<ApiKeyId>('The API key'),
});
const inOrganization = { id: idSchema<OrganizationId>('The organization') };
export const MemberParams = Type.Object({ ...inOrganization, userId: idSchema<UserId>('The member') });
export const InvitationParams = Type.Object({
  ...inOrganization,
  invitationId: idSchema<InvitationId>('The invitation'),
});
export const DeviceParams = Type.Object({
  ...inOrganization,
  grantId: idSchema<GrantId>('The connected app'),
});
export const WebhookEndpointParams = Type.Object({
  ...inOrganization,
  endpointId: idSchema<WebhookEndpointId>('The webhook endpoint'),
});
export const DeliveryParams = Type.Object({
  ...inOrganization,
  deliveryId: idSchema<DeliveryId>('The delivery'),
});
export const TokenParams = Type.Object({ token: Type.String() });
export const UserCodeParams = Type.Object({ userCode: Type.String() });
export const OAuthClientParams = Type.Object({
  clientId: Type.String({ pattern: '^[^\\u0000]*$', title: 'The client' }),
});
export const ImageParams = Type.Object({ hash: Type.String() });

/** Schema of text that the database can store: without NUL characters and without halves of surrogate pairs. */
export const textSchema = (minLength: number, maxLength: number, about: { description?: string } = {}) =>
  Type.String({
    ...about,
    minLength,
    maxLength,
    pattern: STORABLE_TEXT_PATTERN,
    expects: `text of ${minLength} to ${maxLength} characters`,
  });

export const EmailSchema = Type.String({
  description: 'The e-mail address of a person',
  maxLength: 254,
  pattern: '^[^\\s@\\u0000-\\u001f\\ud800-\\udfff]+@[^\\s@\\u0000-\\u001f\\ud800-\\udfff]+$',
  expects: 'an e-mail address',
});
/**
 * A password, old or new. The code that hashes a new password checks the password rule; old
 * passwords need not obey it.
 */
export const PasswordSchema = textSchema(1, 1024, { description: 'The password' });
export const NewPasswordSchema = Type.String({
  ...PasswordSchema,
  description: `A password of ${PASSWORD_EXPECTED}`,
});

export const RevokeApiKeysSchema = Type.Optional(
  Type.Boolean({ description: "Whether to revoke the person's API keys as well. Default: false." }),
);

/** Schema of an object with any keys and values of one type. `Type.Record` would skip keys that contain line breaks. */
export const mapSchema = <Value extends TSchema>(value: Value, about: { description?: string } = {}) =>
  Type.Unsafe<Record<string, Static<Value>>>({ type: 'object', additionalProperties: value, ...about });

export const nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({ ...schema, type: [(schema as { type?: string }).type, 'null'] });

const OrganizationQuery = Type.String({
  description: "The organization that the call acts for. Default: the credential's own organization.",
});

export const MAX_LIMIT = 1000;
const DEFAULT_LIMIT = 50;
const pageParameters = {
  organization: Type.Optional(OrganizationQuery),
  limit: Type.Integer({
    minimum: 0,
    maximum: MAX_LIMIT,
    default: DEFAULT_LIMIT,
    description: 'Maximum number of entries to return; 0 returns only the total',
    expects: `a whole number from 0 to ${MAX_LIMIT}`,
  }),
  offset: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'How many entries to skip',
    expects: 'a whole number of 0 or more',
  }),
};
export const PageQuery = Type.Object(pageParameters);
/** Query schema with the paging parameters and additional ones. */
export const pageQueryWith = <const More extends Record<string, TSchema>>(more: More) =>
  Type.Object({ ...pageParameters, ...more });

/** Query schema with the one parameter that every call takes. */
export const PlainQuery = Type.Object({ organization: Type.Optional(OrganizationQuery) });
export const queryWith = <const More extends Record<string, TSchema>>(more: More) =>
  Type.Object({ organization: Type.Optional(OrganizationQuery), ...more });

export const listSchema = <Entry extends TSchema>(entry: Entry) =>
  Type.Object({ entries: Type.Array(entry), total: Type.Integer() });

export const TimestampSchema = Type.String({ format: 'date-time' });
