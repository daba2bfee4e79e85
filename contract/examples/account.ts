import type { Passkey, Session, SignedInDevice, User } from '#contract/shapes/account';
import { done, gone, made } from './scenario';

export const user: User = {
  uid: '019a9e00-0000-7000-8000-000000000001',
  email: 'ada@example.com',
  nickname: 'Ada',
  avatar: null,
  user_status: 'free',
  credit_num: 10,
  counter_materials: 1,
  counter_orders: 1,
  counter_faces: 2,
  email_verified: true,
  has_password: true,
  has_google: false,
  google_email: null,
  google_since: null,
  google_refused_at: null,
  password_set_at: made,
  subscription: null,
};

/** Of a user who has one; renews. */
export const subscription: NonNullable<User['subscription']> = {
  product_id: 'light_month',
  name: 'Light',
  status: 'active',
  renews_at: '2026-12-22T00:00:00Z',
  ends_at: null,
  cancel_at_period_end: false,
  can_resume: true,
  next_product_id: null,
  next_name: null,
};

export const session: Session = { token: 'fs_example-token', expires_at: gone, user };

export const signedInDevice: SignedInDevice = {
  session_id: '019a9e00-0000-7000-8000-000000005001',
  device: 'Firefox on Windows',
  address: '203.0.113.7',
  created_at: made,
  last_used_at: done,
  is_current: true,
};

export const passkey: Passkey = {
  passkey_id: '019a9e00-0000-7000-8000-000000006001',
  name: 'My phone',
  created_at: made,
  last_used_at: done,
};
