import { ConnectionNotice } from '~/features/connection/connection-notice';
import { UpdateOffer } from '~/features/update/update-offer';

/** Notices that no page needs at first. */
export function Notices() {
  return (
    <>
      <ConnectionNotice />
      <UpdateOffer />
    </>
  );
}
