import { Button } from '~/components/button';
import { Icon } from '~/components/icon';

import { useInstall } from './use-install';

export function InstallOffer() {
  const { canInstall, isDismissed, install, dismiss } = useInstall();
  if (!canInstall || isDismissed) return null;
  return (
    <aside className="install" aria-label="Install">
      <Icon name="download" />
      <p className="grow">Keep Faceswap at hand: install it on this device.</p>
      <Button look="second" size="small" onClick={() => void install()}>
        Install
      </Button>
      <Button look="ghost" size="small" icon aria-label="Don’t install" onClick={dismiss}>
        <Icon name="close" />
      </Button>
    </aside>
  );
}
