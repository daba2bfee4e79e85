// Run by hand after updating `@mediapipe/face_mesh`.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const packageName = '@mediapipe/face_mesh';
const assetName = 'geometry_pipeline_metadata_landmarks.binarypb';

function readMessage(bytes) {
  const fields = new Map();
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  const readers = {
    0: varint,
    2: () => {
      const length = varint();
      return bytes.subarray(at, (at += length));
    },
    5: () => bytes.readFloatLE((at += 4) - 4),
  };
  while (at < bytes.length) {
    const key = varint();
    const read = readers[key & 7];
    if (!read)
      throw new Error(`Unexpected wire type ${key & 7} in ${assetName}: has ${packageName} changed its format?`);
    const values = fields.get(key >>> 3) ?? [];
    values.push(read());
    fields.set(key >>> 3, values);
  }
  return fields;
}

function readAsset() {
  const folder = require.resolve(`${packageName}/package.json`).replace(/package\.json$/, '');
  const loader = readFileSync(`${folder}face_mesh_solution_packed_assets_loader.js`, 'utf8');
  const entry = loader.match(new RegExp(`${assetName.replace('.', '\\.')}", "start": (\\d+), "end": (\\d+)`));
  if (!entry) throw new Error(`${packageName} no longer packs ${assetName}`);
  return readFileSync(`${folder}face_mesh_solution_packed_assets.data`).subarray(Number(entry[1]), Number(entry[2]));
}

const round = (value) => Number(value.toFixed(6));

export function canonicalMesh() {
  const metadata = readMessage(readAsset());
  const mesh = readMessage(metadata.get(1)[0]);
  const floats = mesh.get(3); // x, y, z, u, v of each vertex
  const vertices = floats.filter((_, index) => index % 5 < 3).map(round);
  const uvs = floats.filter((_, index) => index % 5 >= 3).map(round);
  const procrustes = metadata.get(2).map((bytes) => {
    const basis = readMessage(bytes);
    return [basis.get(1)?.[0] ?? 0, round(basis.get(2)[0])];
  });
  const { version, license } = require(`${packageName}/package.json`);
  return {
    provenance: `${assetName} inside the npm package ${packageName} ${version}, from Google's MediaPipe; see NOTICE`,
    licence: license,
    vertices,
    uvs,
    triangles: mesh.get(4),
    procrustes,
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = fileURLToPath(new URL('../../engine/mesh/canonical-mesh.json', import.meta.url));
  writeFileSync(file, JSON.stringify(canonicalMesh()) + '\n');
  console.log(`Wrote ${file}`);
}
