/** `lost`: the head falling apart. */
export function Mesh({ of }: { of: 'head' | 'lost' }) {
  const width = of === 'head' ? 1000 : 1240;
  return <img className="mesh" src={`/art/mesh-${of}.svg`} alt="" width={width} height={1100} />;
}
