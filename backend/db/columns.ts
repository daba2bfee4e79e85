import type { ColumnType } from 'kysely';

export type Time = ColumnType<Date, Date | string, Date | string>;
/** Set by the database unless given; never changed. */
export type MadeAt = ColumnType<Date, Date | string | undefined, never>;
