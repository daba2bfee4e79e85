import { UNSAFE_RemixContext, useLocation } from '@remix-run/react';
import { startTransition, Suspense, useContext, useEffect, useState, type Context, type ReactNode } from 'react';
import { UNSAFE_DataRouterStateContext, UNSAFE_LocationContext, UNSAFE_RouteContext } from 'react-router';

interface KeeperProps {
  isLive: boolean;
  children: ReactNode;
}

/** Gives the first value of a context until the content is live. */
function keeperOf<Value>(context: Context<Value>) {
  return function Keeper({ isLive, children }: KeeperProps) {
    const value = useContext(context);
    const [first] = useState(value);
    return <context.Provider value={isLive ? value : first}>{children}</context.Provider>;
  };
}

/** Of the contexts that the router gives new values. */
const keepers = [
  keeperOf(UNSAFE_RemixContext),
  keeperOf(UNSAFE_DataRouterStateContext),
  keeperOf(UNSAFE_LocationContext),
  keeperOf(UNSAFE_RouteContext),
];

/**
 * A <Suspense> whose content gets no update until it is hydrated: React would remove the server's HTML for one
 * (error 421). Another address needs other content, hydrated or not. See docs/decisions/0074.
 */
export function HydrationBoundary({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false);
  const { pathname, search } = useLocation();
  const [firstAddress] = useState(pathname + search);
  const isLive = isHydrated || pathname + search !== firstAddress;
  const content = (
    <Suspense fallback={null}>
      {children}
      <OnHydrated call={setHydrated} />
    </Suspense>
  );
  const [first] = useState(content);
  return keepers.reduceRight<ReactNode>(
    (inner, Keeper) => <Keeper isLive={isLive}>{inner}</Keeper>,
    isLive ? content : first,
  );
}

function OnHydrated({ call }: { call: (isHydrated: true) => void }) {
  useEffect(() => startTransition(() => call(true)), [call]);
  return null;
}
