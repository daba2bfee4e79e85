import type { FormFields } from '~/server/form.server';
import type { Visitor } from '~/server/guards.server';

/**
 * What the API asks for before it changes how users log in, exports their data or deletes the account: the password. A user
 * without one signs in with Google again, which the API checks itself. Null if the form lacks the password.
 */
export async function identityOf({ api }: Visitor, { password }: FormFields): Promise<{ password?: string } | null> {
  if (password) return { password };
  return (await api('my_userinfo', {})).has_password ? null : {};
}

export const passwordMissing = { fields: { password: 'Enter your password.' } };
