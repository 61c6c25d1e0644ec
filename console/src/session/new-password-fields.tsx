import { TextField } from '../parts/forms/field.tsx';
import { PASSWORD_HINT, PASSWORD_MIN } from './password-rule.ts';

/** The fields `password` and `revoke-keys` of a form that sets a new password. */
export const NewPasswordFields = () => (
  <>
    <TextField
      label="New password"
      name="password"
      type="password"
      autoComplete="new-password"
      minLength={PASSWORD_MIN}
      hint={PASSWORD_HINT}
      required
    />
    <label className="check">
      <input type="checkbox" name="revoke-keys" /> Also revoke my API keys
    </label>
  </>
);
