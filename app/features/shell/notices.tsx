import { ConnectionNotice } from '~/features/connection/connection-notice';
import { UpdateOffer } from '~/features/update/update-offer';

import { Arrival } from './arrival';
import { PageProgress } from './page-progress';

export { InstallOffer } from '~/features/install/install-offer';

export function Notices() {
  return (
    <>
      <Arrival />
      <PageProgress />
      <ConnectionNotice />
      <UpdateOffer />
    </>
  );
}
