import { vi } from 'vitest';

/** Our modules are evaluated for each file: some keep state. Packages stay loaded for all files of a process. */
vi.resetModules();
