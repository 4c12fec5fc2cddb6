/** What `/runs` asks. It is no part of the published interface. */
import { Type, type Static } from 'typebox';

const Id = Type.String({ pattern: '^[1-9][0-9]{0,14}$', description: 'the number of a run' });

export const RunParams = Type.Object({ id: Id });
export type RunParams = Static<typeof RunParams>;

export const ListQuery = Type.Object({ before: Type.Optional(Id) }, { additionalProperties: false });
export type ListQuery = Static<typeof ListQuery>;
