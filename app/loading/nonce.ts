import { createContext, useContext } from 'react';

/** The page's CSP nonce while the server renders it; undefined in the browser, which hides nonces from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);
export const useNonce = () => useContext(NonceContext);
