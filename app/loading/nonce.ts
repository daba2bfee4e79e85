import { createContext, useContext } from 'react';

/** The page's CSP nonce while it renders on the server; undefined in the browser, which hides nonces once applied. */
export const NonceContext = createContext<string | undefined>(undefined);
export const useNonce = () => useContext(NonceContext);
