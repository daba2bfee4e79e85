import { ConnectionNotice } from '~/features/connection/connection-notice';
import { UpdateOffer } from '~/features/update/update-offer';

import { PageProgress } from './page-progress';

export { InstallOffer } from '~/features/install/install-offer';

export function Notices() {
  return (
    <>
      <PageProgress />
      <ConnectionNotice />
      <UpdateOffer />
    </>
  );
}
