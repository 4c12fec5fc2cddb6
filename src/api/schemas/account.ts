/** What the pages of pricing, sign-in and dashboard send. They are no part of the published interface. */
import { Type, type Static } from 'typebox';

const strict = { additionalProperties: false };

export const EmailBody = Type.Object(
  { email: Type.String({ maxLength: 320 }), goal: Type.Optional(Type.String({ maxLength: 200 })) },
  strict,
);
export const TokenBody = Type.Object({ token: Type.String({ maxLength: 100 }) }, strict);
export const PlanBody = Type.Object({ plan: Type.String({ maxLength: 32 }) }, strict);
export const CheckoutBody = Type.Object({ checkout: Type.String({ maxLength: 200 }) }, strict);
export const CheckoutQuery = Type.Object({ id: Type.String({ maxLength: 200 }) });
/** As `npm run keys` takes it. */
const Note = Type.String({ maxLength: 200, pattern: '^[^\\x00-\\x1f\\x7f]*$', description: 'one line of text' });
export const NewKeyBody = Type.Object({ note: Note }, strict);
export const RotateBody = Type.Object(
  { id: Type.String({ maxLength: 8 }), grace_minutes: Type.Integer({ minimum: 0, maximum: 7 * 24 * 60 }) },
  strict,
);
export const KeyBody = Type.Object({ id: Type.String({ maxLength: 8 }) }, strict);
export const NoBody = Type.Object({}, strict);

export type EmailRequest = Static<typeof EmailBody>;
export type TokenRequest = Static<typeof TokenBody>;
export type PlanRequest = Static<typeof PlanBody>;
export type CheckoutRequest = Static<typeof CheckoutBody>;
export type NewKeyRequest = Static<typeof NewKeyBody>;
export type RotateRequest = Static<typeof RotateBody>;
export type KeyRequest = Static<typeof KeyBody>;
