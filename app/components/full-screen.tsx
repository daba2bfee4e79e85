import { useEffect, useRef, useState, type ReactNode } from 'react';

import { Button } from './button';
import { Icon } from './icon';

export function FullScreen({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  const viewer = useRef<HTMLDivElement>(null);
  const [isAble, setAble] = useState(false);
  useEffect(() => setAble(document.fullscreenEnabled), []);
  const open = () => viewer.current?.requestFullscreen().catch(() => {}); // the browser may refuse it
  return (
    <>
      <div className="viewer" ref={viewer}>
        {children}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 empty:hidden">
        {aside}
        {isAble ? (
          <Button size="small" look="ghost" className="ml-auto" onClick={() => void open()}>
            <Icon name="expand" size={16} />
            Full screen
          </Button>
        ) : null}
      </div>
    </>
  );
}
