/** Packages of NVIDIA's repositories for Debian, Ubuntu and Red Hat; `*` stands for the minor version of CUDA. */
const packages: readonly (readonly [RegExp, (version: string) => string])[] = [
  [/^libcudart\.so\.(\d+)/, (major) => `cuda-cudart-${major}-*`],
  [/^libcublas(?:Lt)?\.so\.(\d+)/, (major) => `libcublas-${major}-*`],
  [/^libnvrtc\.so\.(\d+)/, (major) => `cuda-nvrtc-${major}-*`],
  // Their versions are not those of CUDA.
  [/^libcufft\.so\./, () => 'libcufft-*'],
  [/^libcurand\.so\./, () => 'libcurand-*'],
  [/^libcudnn\w*\.so\.(\d+)/, (major) => `cudnn${major}-cuda-*`],
  [/^libnvinfer\w*\.so\.(\d+)/, (major) => `libnvinfer${major}`],
  [/^libcuda\.so\./, () => "the card's driver"],
];

/** One step that names each library and the package that has it. */
export function librarySteps(missing: readonly string[]): string[] {
  if (missing.length === 0) return [];
  const named = missing.map((library) => {
    for (const [pattern, nameOf] of packages) {
      const found = pattern.exec(library);
      if (found) return `${library} (${nameOf(found[1] ?? '')})`;
    }
    return library;
  });
  return [
    `Install the libraries that the system's loader does not find: ${named.join(', ')}. Packages of NVIDIA's repository are in brackets. If they lie elsewhere, add their folder to LD_LIBRARY_PATH.`,
  ];
}
