import { PasswordField } from '~/components/password-field';
import type { FormState } from '~/lib/form-state';

/** The address is for password managers. */
export function NewPasswordFields({ email, refused }: { email: string; refused?: FormState }) {
  return (
    <>
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="New password"
        name="new_password"
        autoComplete="new-password"
        required
        hint="At least 8 characters. A short sentence is good."
        error={refused?.fields.new_password}
      />
      <PasswordField
        label="New password again"
        name="new_password_confirmation"
        autoComplete="new-password"
        required
        error={refused?.fields.new_password_confirmation}
      />
    </>
  );
}
