export interface Paging {
  page: number;
  per_page: number;
}

export function offsetOf({ page, per_page }: Paging): number {
  return (page - 1) * per_page;
}
