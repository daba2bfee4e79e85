import { Button } from '~/components/button';
import { Icon } from '~/components/icon';
import { useHydrated } from '~/loading/use-hydrated';

export function ShareByDevice({ url }: { url: string }) {
  if (!useHydrated() || !('share' in navigator)) return null;
  // A dismissed dialog rejects, too.
  const share = () => navigator.share({ title: 'Made with Faceswap', url }).catch(() => undefined);
  return (
    <Button type="button" size="small" onClick={() => void share()}>
      <Icon name="upload" />
      Send
    </Button>
  );
}
