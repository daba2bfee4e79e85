import { useEffect, useRef, useState, type ReactNode } from 'react';

import { Button } from './button';
import { Icon } from './icon';

export function FullScreen({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  const viewer = useRef<HTMLDivElement>(null);
  const [isAble, setAble] = useState(false);
  useEffect(() => setAble(document.fullscreenEnabled), []);
  const opener = useRef<HTMLElement>();
  const open = (button: HTMLElement) => {
    opener.current = button;
    viewer.current?.requestFullscreen().catch(() => {}); // the browser may refuse it
  };
  useEffect(() => {
    // Browsers take the focus from what is outside the full screen, and do not give it back.
    const giveBack = () => {
      if (!document.fullscreenElement && document.activeElement === document.body) opener.current?.focus();
    };
    document.addEventListener('fullscreenchange', giveBack);
    return () => document.removeEventListener('fullscreenchange', giveBack);
  }, []);
  return (
    <>
      <div className="viewer" ref={viewer}>
        {children}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 empty:hidden">
        {aside}
        {isAble ? (
          <Button size="small" look="ghost" className="ml-auto" onClick={({ currentTarget }) => open(currentTarget)}>
            <Icon name="expand" size={16} />
            Full screen
          </Button>
        ) : null}
      </div>
    </>
  );
}
