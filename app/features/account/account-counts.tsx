import type { User } from '#contract/index';

import { AccountCount } from './account-count';
import { paths } from '~/lib/paths';

export function AccountCounts({ user }: { user: User }) {
  return (
    <section className="grid gap-4" aria-label="What you have">
      <ul className="standings">
        <AccountCount icon="credits" label="Credits" count={user.credit_num} to={paths.myCredits()} />
        <AccountCount icon="creations" label="Creations" count={user.counter_orders} to={paths.myCreations()} />
        <AccountCount icon="upload" label="Uploads" count={user.counter_materials} to={paths.myUploads()} />
        <AccountCount icon="faces" label="Faces" count={user.counter_faces} to={paths.myFaces()} />
      </ul>
    </section>
  );
}
