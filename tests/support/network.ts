import { setupServer } from 'msw/node';

/** Answers requests to other hosts. One for all files of a process: the setup file that watches it is loaded for each. */
export const network = setupServer();
