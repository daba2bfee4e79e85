import { z } from 'zod/v4';
import { id, time } from '#contract/fields';

const userStatus = z.enum(['free', 'premium', 'expired']);
export type UserStatus = z.output<typeof userStatus>;

export const user = z.object({
  uid: z.string(),
  email: z.string(),
  nickname: z.string(),
  avatar: z.string().nullable(),
  user_status: userStatus.describe(
    'free: never subscribed; premium: a paid period is running; expired: the last one ended.',
  ),
  credit_num: z.number().int().nonnegative(),
  counter_materials: z.number().int().nonnegative().describe('Uploads.'),
  counter_orders: z.number().int().nonnegative().describe('Creations.'),
  counter_faces: z.number().int().nonnegative(),
  email_verified: z.boolean(),
  has_password: z
    .boolean()
    .describe('How the user can sign in: an account made by Google has no password until one is set.'),
  has_google: z.boolean(),
  google_email: z
    .string()
    .nullable()
    .describe('Address of the connected Google account, at its last sign-in; null if unknown, or none is connected.'),
  google_since: time.nullable().describe('When it was connected.'),
  google_refused_at: time.nullable().describe('When the user disconnected Google; null if it may connect.'),
  password_set_at: time.nullable(),
  subscription: z
    .object({
      product_id: z.string(),
      name: z.string(),
      status: z.enum(['active', 'past_due', 'cancelled']),
      renews_at: time.nullable(),
      ends_at: time.nullable().describe('When it ends, or has ended; null while it renews.'),
      cancel_at_period_end: z.boolean(),
      can_resume: z.boolean().describe('Whether its provider can undo a cancellation until the period ends.'),
      next_product_id: z.string().nullable().describe('Of the plan that it goes on with, where that is another one.'),
      next_name: z.string().nullable(),
    })
    .nullable(),
});
export type User = z.output<typeof user>;

export const signedInDevice = z.object({
  session_id: id,
  device: z.string().nullable().describe('Browser and system in words; null if unknown.'),
  address: z.string().nullable().describe('Network address of the last use; the first 64 bits of an IPv6 address.'),
  created_at: time.describe('When it signed in.'),
  last_used_at: time.describe('Accurate to about a minute.'),
  is_current: z.boolean().describe('The session of this call.'),
});
export type SignedInDevice = z.output<typeof signedInDevice>;

export const passkey = z.object({
  passkey_id: id,
  name: z.string(),
  created_at: time,
  last_used_at: time.nullable(),
});
export type Passkey = z.output<typeof passkey>;

/** The token is stored as a hash. */
export const session = z.object({ token: z.string(), expires_at: time, user });
export type Session = z.output<typeof session>;
