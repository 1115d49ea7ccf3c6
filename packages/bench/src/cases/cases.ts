import type { BenchCase } from '../benchCase.js';
import { detail } from './detail.js';
import { exportCatalog } from './exportCatalog.js';
import { followers } from './followers.js';
import { intent } from './intent.js';
import { keyword } from './keyword.js';
import { listDeep } from './listDeep.js';
import { listDistinct } from './listDistinct.js';
import { listHot, listHotGateway } from './listHot.js';
import { longIntent, longKeyword } from './longQueries.js';
import { overload } from './overload.js';
import { page } from './page.js';
import { keywordPostgres, listPostgres } from './postgresOnly.js';
import { register } from './register.js';
import { searchable } from './searchable.js';
import { steady } from './steady.js';

/** Every case, in the order in which they are run. */
export const cases: readonly BenchCase[] = [
  listHot,
  listHotGateway,
  listDistinct,
  listDeep,
  listPostgres,
  keyword,
  keywordPostgres,
  intent,
  longIntent,
  longKeyword,
  detail,
  page,
  register,
  searchable,
  exportCatalog,
  followers,
  overload,
  steady,
];
