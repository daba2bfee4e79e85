import { useLocation } from '@remix-run/react';

import { paths, type ToolQuery } from '~/lib/paths';

export type ToolPath = (place?: ToolQuery) => string;

const pages = [paths.faceSwapPhoto, paths.faceSwapVideo];

/** All steps keep the URL where the upload started. */
export function toolPathAt(pathname: string): ToolPath {
  return pages.find((page) => page() === pathname) ?? paths.faceSwap;
}

export function useToolPath(): ToolPath {
  return toolPathAt(useLocation().pathname);
}
