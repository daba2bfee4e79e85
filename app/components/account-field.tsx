import { useUser } from '~/lib/root-data';

/** Names the account that the page shows: see `requireAccountOfForm`. */
export function AccountField() {
  const user = useUser();
  return user ? <input type="hidden" name="account" value={user.uid} /> : null;
}
