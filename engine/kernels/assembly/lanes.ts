export function storeLanes(at: usize, lanes: v128, room: i32): void {
  if (room >= 4) return v128.store(at, lanes);
  v128.store_lane<u32>(at, lanes, 0);
  if (room > 1) v128.store_lane<u32>(at + 4, lanes, 1);
  if (room > 2) v128.store_lane<u32>(at + 8, lanes, 2);
}
