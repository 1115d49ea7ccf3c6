import { endpointHost, hostNames, squash } from '@shirube/domain';
import { addresses, type Language, normalize } from '@shirube/language';
import { addressName, weakName } from '../document/serviceNames.js';

/** What a query may name, most specific first. Empty lists are left out. */
export interface QueryNames {
  groups: NameGroup[];
  /** Whether it says something besides addresses. */
  hasText: boolean;
}

export interface NameGroup {
  names: string[];
  /** Whether it consists of nothing else, so that its words say nothing more about what is wanted. */
  isWhole: boolean;
}

const longestName = 60;
/** In longer queries only single words are names: each lookup costs a request. */
const mostJoined = 3;
const longestRun = 3;
const mostWords = 16;
const shortestWord = 3;

/** Japanese has no spaces: a word ends where the script changes. */
const wordPattern =
  /(?:(?!\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Han}|ー)[\p{L}\p{N}])+|[\p{sc=Katakana}\p{sc=Han}ー]+|\p{sc=Hiragana}+/gu;

const isName = (name: string): boolean => name !== '' && name.length <= longestName;

/** Returns an address as a URL. */
export const urlOf = (address: string): string => (/^https?:/i.test(address) ? address : `https://${address}`);

/**
 * Returns what a query may name. Ordinary words name nobody, alone or several, and a word of any list only as the whole
 * query.
 */
export function queryNames(text: string, { isWord, isOrdinary }: Pick<Language, 'isWord' | 'isOrdinary'>): QueryNames {
  const urls: string[] = [];
  const rest = text.trim().replace(addresses, (found) => {
    const url = urlOf(found);
    if (!URL.canParse(url) || hostNames(endpointHost(url)).ownLabels.length === 0) return found;
    urls.push(url);
    return ' ';
  });
  const words = (normalize(rest).match(wordPattern) ?? []).slice(0, mostWords);
  const isNaming = (run: string) => !isOrdinary(run) && !isWord(squash(run));
  const single = words.filter((word) => word.length >= shortestWord && /[a-z]/.test(word) && isNaming(word));
  const isShort = words.length <= mostJoined;
  const joined = isShort ? runsOf(words).filter(isNaming).map(squash) : [];
  const isTopic = (name: string) => isOrdinary(rest) || isOrdinary(name);
  const whole = isShort ? [squash(rest)].filter((name) => isName(name) && !isTopic(name)) : [];
  const groups = [
    { names: urls.map(addressName), isWhole: true },
    { names: urls.map(endpointHost), isWhole: true },
    { names: urls.flatMap((url) => hostNames(endpointHost(url)).domains.slice(1)), isWhole: true },
    { names: whole, isWhole: true },
    { names: whole.map(weakName), isWhole: true },
    {
      // Beside other words, a word that is also the name of a service is a word: "git log viewer".
      names: [...new Set([...joined, ...single])].filter((name) => !whole.includes(name)),
      isWhole: false,
    },
  ];
  return { groups: groups.filter(({ names }) => names.length > 0), hasText: words.length > 0 };
}

/** Returns the words that stand together: "loyal spark api" holds "loyal spark" and "spark api". */
function runsOf(words: readonly string[]): string[] {
  const runs: string[] = [];
  for (let start = 0; start < words.length; start += 1) {
    for (let end = start + 2; end <= Math.min(words.length, start + longestRun); end += 1) {
      runs.push(words.slice(start, end).join(' '));
    }
  }
  return runs;
}
