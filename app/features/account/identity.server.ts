import type { FormFields } from '~/server/form.server';
import type { Visitor } from '~/server/guards.server';

/**
 * How users confirm what nobody else may do in their name: by password, or without one by a recent sign-in with Google,
 * which the API knows. Null if the password is missing.
 */
export async function identityOf({ api }: Visitor, { password }: FormFields): Promise<{ password?: string } | null> {
  if (password) return { password };
  return (await api('my_userinfo', {})).has_password ? null : {};
}

export const passwordMissing = { fields: { password: 'Enter your password.' } };
