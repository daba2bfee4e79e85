/** A part of the house and what it may open. The first part whose folder holds a file is the part of that file. */
export interface Room {
  name: string;
  folder: RegExp;
  /** Places in the repository that it may import. */
  opens: RegExp;
  /** Libraries that it may use; all of them where nothing is said. */
  libraries?: RegExp;
  mayReadEnvironment?: RegExp;
}

/**
 * The doors of the house: app → contract; backend → contract and engine; engine and contract → libraries only.
 * Inside the backend: http → domain → ports. A port is a folder's `port.ts`, with the names and signatures all drivers share.
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
    libraries: /^(node:|hono|@hono\/|proxy-addr|prom-client|pino$)/,
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
    opens: /^(backend\/config\/|http\/trusted-proxies$)/,
    mayReadEnvironment: /./,
  },
  {
    name: 'backend',
    folder: /^backend\//,
    opens: /^(backend\/|contract(\/|$)|shared\/|engine(\/|$)|http\/)/,
    mayReadEnvironment: /^backend\/bin\/[^/]+\.ts$/,
  },
];

/** The only places that load what they can't name: a build made later, the package of this machine's PostgreSQL. */
export const MAY_COMPUTE_IMPORTS = /^(server\.ts|backend\/db\/embedded\/binaries\.ts)$/;

/** Tests stand beside what they test and may open any door. */
export const IS_TEST = /\.test\.tsx?$|\.fixture\.ts$/;
