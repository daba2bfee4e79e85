import { ConnectionNotice } from '~/features/connection/connection-notice';
import { UpdateOffer } from '~/features/update/update-offer';

export { InstallOffer } from '~/features/install/install-offer';

export function Notices() {
  return (
    <>
      <ConnectionNotice />
      <UpdateOffer />
    </>
  );
}
