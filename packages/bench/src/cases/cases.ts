import type { BenchCase } from '../benchCase.js';
import { exportCatalog } from './exportCatalog.js';
import { followers } from './followers.js';
import { listHot, listHotGateway } from './listHot.js';
import { keywordPostgres, listDeep, listDistinct, listGrouped, listPostgres } from './lists.js';
import { detail, page } from './oneService.js';
import { overload } from './overload.js';
import { register } from './register.js';
import { searchable } from './searchable.js';
import { intent, keyword, longIntent, longKeyword } from './searches.js';
import { steady } from './steady.js';

/** All cases, in the order in which they run. */
export const cases: readonly BenchCase[] = [
  listHot,
  listHotGateway,
  listDistinct,
  listGrouped,
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
