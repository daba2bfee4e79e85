/** The first matching entry counts. */
export interface Room {
  name: string;
  folder: RegExp;
  opens: RegExp;
  libraries?: RegExp;
  mayReadEnvironment?: RegExp;
}

/**
 * app → contract, http, shared; backend → contract, engine, http, shared; contract → shared; engine, http, shared →
 * libraries. In the backend: http → domain → ports (`port.ts`).
 */
export const PARTS: Room[] = [
  {
    name: 'server.ts',
    folder: /^server\.ts$/,
    opens: /^(app|backend|contract|http|shared)\//,
    mayReadEnvironment: /./,
  },
  {
    name: 'http',
    folder: /^http\//,
    opens: /^http\//,
    libraries: /^(node:|hono|@hono\/|@fastify\/busboy$|proxy-addr|prom-client|pino$)/,
  },
  {
    name: 'shared/credentials',
    folder: /^shared\/credentials\//,
    opens: /^shared\/credentials\//,
    libraries: /^@(trustnxt\/c2pa-ts|peculiar\/x509)$/,
  },
  { name: 'shared', folder: /^shared\//, opens: /^shared\//, libraries: /^$/ },
  { name: 'contract', folder: /^contract\//, opens: /^(contract(\/|$)|shared\/)/, libraries: /^zod$/ },
  {
    name: 'engine',
    folder: /^engine\//,
    opens: /^engine(\/|$)/,
    mayReadEnvironment: /^engine\/(cli\/|nets\/runtime\.ts$|decoder\/settings\.ts$)/,
  },
  {
    name: 'app',
    folder: /^app\//,
    opens: /^(app\/|contract(\/|$)|http\/|shared\/)/,
    libraries: /^(?!kysely|pg$|graphile-worker|sharp|onnxruntime)/,
    mayReadEnvironment: /^app\/server\/environment\.server\.ts$/,
  },
  {
    name: 'backend/http',
    folder: /^backend\/http\//,
    opens:
      /^(contract(\/|$)|shared\/|http\/|backend\/(http\/|domain\/|lib\/|metrics\/calls$|queue\/port$|jobs\/liveness$|db\/(connect|types|notifications|unavailable)$|providers\/\w+\/(port|keys|signature)$))/,
  },
  {
    name: 'backend/domain',
    folder: /^backend\/domain\//,
    opens:
      /^(contract(\/|$)|shared\/|engine(\/|$)|backend\/(domain\/|db\/(connect|types|notifications)$|queue\/port$|providers\/\w+\/(port|keys)$))/,
    libraries: /^(?!hono|@hono)/,
  },
  {
    name: 'backend/providers',
    folder: /^backend\/providers\//,
    opens: /^(contract(\/|$)|backend\/providers\/)/,
    libraries: /^(?!hono|@hono|kysely|pg$)/,
  },
  {
    name: 'backend/db',
    folder: /^backend\/db\//,
    opens: /^(contract(\/|$)|backend\/db\/)/,
  },
  {
    name: 'backend/config',
    folder: /^backend\/config\//,
    opens: /^(backend\/config\/|http\/trusted-proxies$|shared\/web-address$)/,
    mayReadEnvironment: /./,
  },
  {
    name: 'backend',
    folder: /^backend\//,
    opens: /^(backend\/|contract(\/|$)|shared\/|engine(\/|$)|http\/)/,
    mayReadEnvironment: /^backend\/bin\/[^/]+\.ts$/,
  },
];

/** Built server; platform's PostgreSQL; a file of the build whose import has failed, under another fragment. */
export const MAY_COMPUTE_IMPORTS =
  /^(server\.ts|backend\/db\/embedded\/binaries\.ts|app\/features\/connection\/load-code\.ts)$/;

export const IS_TEST = /\.test\.tsx?$|\.fixture\.ts$/;

/** Remix, the compiler of kernels and scripts read what they export. */
export const HAS_OTHER_READERS =
  /^(app\/(routes\/|root\.tsx$|routes\.ts$|entry\.)|backend\/bin\/|engine\/kernels\/assembly\/)/;
