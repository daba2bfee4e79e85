import type { User } from '#contract/index';

import { Standing } from './account-summary';
import { paths } from '~/lib/paths';

/** What the account holds. */
export function AccountNumbers({ user }: { user: User }) {
  return (
    <section className="grid gap-4" aria-label="What you have">
      <ul className="standings">
        <Standing icon="credits" label="Credits" count={user.credit_num} to={paths.myCredits()} />
        <Standing icon="creations" label="Creations" count={user.counter_orders} to={paths.myCreations()} />
        <Standing icon="upload" label="Uploads" count={user.counter_materials} to={paths.myUploads()} />
        <Standing icon="faces" label="Faces" count={user.counter_faces} to={paths.myFaces()} />
      </ul>
    </section>
  );
}
