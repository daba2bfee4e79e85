import type { Session, User } from '#contract/shapes/account';
import { gone, made } from './scenario';

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
  password_set_at: made,
  subscription: null,
};

export const session: Session = { token: 'fs_example-token', expires_at: gone, user };
