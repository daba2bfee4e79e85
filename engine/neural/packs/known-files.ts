import type { PackManifest } from './manifest';
import type { PackType } from './types';

/**
 * Hints to recognise a file that an operator brings; nothing is downloaded from here. The checksums are those that
 * VisoMaster publishes for its exports; other exports of the same model have others.
 */
export interface KnownModel {
  readonly name: string;
  readonly type: PackType;
  readonly vendor: string;
  readonly licence: string;
  readonly licenceUrl?: string;
  readonly commercial: boolean;
  readonly manifest?: Partial<PackManifest>;
}

const insightFace = {
  vendor: 'InsightFace',
  licence: 'InsightFace-non-commercial',
  licenceUrl: 'https://github.com/deepinsight/insightface/tree/master/python-package',
  commercial: false,
} as const;
const apache = {
  licence: 'Apache-2.0',
  licenceUrl: 'https://www.apache.org/licenses/LICENSE-2.0',
  commercial: true,
} as const;
const ghost = {
  type: 'ghost',
  vendor: 'ai-forever',
  ...apache,
  licenceUrl: 'https://github.com/ai-forever/ghost',
} as const;
const gpen = {
  type: 'gpen',
  vendor: 'GPEN',
  licence: 'GPEN-non-commercial',
  licenceUrl: 'https://github.com/yangxy/GPEN',
  commercial: false,
} as const;
const unstated = { licence: 'not-stated', commercial: false } as const;
const instyle = { type: 'instyle', vendor: 'InStyleSwapper', ...unstated } as const;

export const knownFiles: Readonly<Record<string, KnownModel>> = {
  '6d51a9278a1f650cffefc18ba53f38bf2769bf4bbff89267822cf72945f8a38b': {
    name: 'InSwapper 128 (fp16)',
    type: 'inswapper',
    ...insightFace,
  },
  '0e0ef024b935abca69fd367a385200ed46b83a3cc618287ffe89440e2cc646da': { name: 'InStyleSwapper 256 A', ...instyle },
  '0870b6c75eaea239bdd72b6c6d0910cb285310736e356c17a2cd67a961738116': { name: 'InStyleSwapper 256 B', ...instyle },
  '6eaefc04cfb1461222ab72a814ad5b5673ab1af4267f7eb9054e308797567cde': { name: 'InStyleSwapper 256 C', ...instyle },
  '4c06341c33c2ca1f86781dab0e829f88ad5b64be9fba56e56bc9ebdefc619e43': {
    name: 'ArcFace w600k R50',
    type: 'arcface',
    ...insightFace,
  },
  '6548e54cbcf248af385248f0c1193b359c37a0f98b836282b09cf48af4fd2b73': {
    name: 'GFPGAN 1.4',
    type: 'gfpgan',
    vendor: 'TencentARC',
    ...apache,
  },
  aa5bd3ab238640a378c59e4a560f7a7150627944cf2129e6311ae4720e833271: {
    name: 'GPEN 256',
    ...gpen,
    manifest: { size: 256 },
  },
  '0960f836488735444d508b588e44fb5dfd19c68fde9163ad7878aa24d1d5115e': { name: 'GPEN 512', ...gpen },
  cec8892093d7b99828acde97bf231fb0964d3fb11b43f3b0951e36ef1e192a3e: {
    name: 'GPEN 1024',
    ...gpen,
    manifest: { size: 1024 },
  },
  d0229ff43f979c360bd19daa9cd0ce893722d59f41a41822b9223ebbe4f89b3e: {
    name: 'GPEN 2048',
    ...gpen,
    manifest: { size: 2048 },
  },
  '9c3ae2ce2de616815815628f966cdef5d9466722434a1be00c0785ec92e2a94f': {
    name: 'CodeFormer (fp16)',
    type: 'codeformer',
    vendor: 'S-Lab',
    licence: 'S-Lab-1.0',
    licenceUrl: 'https://github.com/sczhou/CodeFormer/blob/master/LICENSE',
    commercial: false,
  },
  e5df99ed4f501be2009ed8e708f407dd26ac400c55a43a01d8c8c157bc475b3f: {
    name: 'RestoreFormer++ (fp16)',
    type: 'restoreformer',
    vendor: 'wzhouxiff',
    ...apache,
  },
  '4381395dcbec1eef469fa71cfb381f00ac8aadc3e5decb4c29c36b6eb1f38ad9': {
    name: 'XSeg',
    type: 'xseg',
    vendor: 'DeepFaceLab',
    licence: 'GPL-3.0',
    licenceUrl: 'https://www.gnu.org/licenses/gpl-3.0',
    commercial: true,
    manifest: { input: { target: { name: 'in_face:0', layout: 'nchw' } } },
  },
  '5b805bba7b5660ab7070b5a381dcf75e5b3e04199f1e9387232a77a00095102e': {
    name: 'Face parser (ResNet 34)',
    type: 'bisenet',
    vendor: 'yakhyo',
    licence: 'MIT',
    commercial: true,
  },
  '304a86bccb325e7fcf5ab4f4f84ba5172e319bccc9de15d299bb436746e2e024': { name: 'Ghost 1', ...ghost },
  '25b72c107aabe27fc65ac5bf5377e58eda0929872d4dd3de5d5a9edefc49fa9f': { name: 'Ghost 2', ...ghost },
  f471d4f322903da2bca360aa0d7ab9922e3b0001d683f825ca6b15d865382935: { name: 'Ghost 3', ...ghost },
};

/** Licences of the models of a type, as FaceFusion states them; an operator may name another. */
export const knownTypes: Readonly<Partial<Record<PackType, Omit<KnownModel, 'type'>>>> = {
  inswapper: { name: 'InSwapper', ...insightFace },
  instyle: { ...instyle, name: 'InStyleSwapper' },
  hyperswap: { name: 'HyperSwap', vendor: 'FaceFusion', licence: 'ResearchRAIL-MS', commercial: false },
  simswap: {
    name: 'SimSwap',
    vendor: 'neuralchen',
    licence: 'CC-BY-NC-4.0',
    licenceUrl: 'https://creativecommons.org/licenses/by-nc/4.0/',
    commercial: false,
  },
  ghost: { ...ghost, name: 'Ghost' },
  hififace: { name: 'HifiFace', vendor: 'unofficial', ...unstated },
  uniface: { name: 'UniFace', vendor: 'unofficial', ...unstated },
  blendswap: { name: 'BlendSwap', vendor: 'mapooon', licence: 'CC-BY-NC-4.0', commercial: false },
  arcface: { name: 'ArcFace', ...insightFace },
  crossface: { name: 'CrossFace', vendor: 'FaceFusion', ...unstated },
  xseg: { name: 'XSeg', vendor: 'DeepFaceLab', licence: 'GPL-3.0', commercial: true },
  bisenet: { name: 'BiSeNet', vendor: 'yakhyo', licence: 'MIT', commercial: true },
  gfpgan: { name: 'GFPGAN', vendor: 'TencentARC', ...apache },
  codeformer: { name: 'CodeFormer', vendor: 'S-Lab', licence: 'S-Lab-1.0', commercial: false },
  restoreformer: { name: 'RestoreFormer++', vendor: 'wzhouxiff', ...apache },
  gpen: { ...gpen, name: 'GPEN' },
};
