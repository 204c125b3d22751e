import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Figure } from '../figure.ts'
import { openMarket } from '../harness/market.ts'
import { type Judged, report } from './report.ts'
import { type Labelled, labelledSets } from './sets.ts'

/**
 * Precision and recall of the scam guard by label, language and action, and its time per message.
 *   npm run bench:scam                                    all labelled sets
 *   npm run bench:scam -- --messages FILE --json OUT --verbose
 * A file is tab-separated with a header that names the columns label and text; labels ok and ham are honest. Any action
 * but "allow" on any other label counts as a hit.
 */
const { values } = parseArgs({
  options: {
    messages: { type: 'string' },
    json: { type: 'string' },
    /** Also prints each rule, the misses and the false alarms. */
    verbose: { type: 'boolean', default: false },
  },
})

const figures: Figure[] = []
// Host of the market itself in links of the labelled messages.
const market = await openMarket({ demo: false, environment: { PUBLIC_URL: 'https://souk.example' } })
try {
  for (const set of await labelledSets(values.messages)) {
    figures.push(...report(set, await judgeAll(set.messages), values.verbose))
  }
} finally {
  await market.close()
}
if (values.json) await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`)

/** Judges messages in the database, like the message trigger, and measures each. */
async function judgeAll(messages: readonly Labelled[]): Promise<Judged[]> {
  return market.sql.begin(async (sql) => {
    // The job that stores the market's URL in the database may not have run yet.
    await sql`select private.set_own_site('souk.example')`
    await sql`
      create or replace function pg_temp.judge_each(texts text[]) returns table (action text, pattern text, rules text[], ms float8)
      language plpgsql as $$
      declare
        judged private.judgement;
        began timestamptz;
        said text;
      begin
        foreach said in array texts[1:50] loop
          judged := private.judge_text(said); -- the first few build what a session keeps
        end loop;
        foreach said in array texts loop
          began := clock_timestamp();
          judged := private.judge_text(said);
          ms := extract(epoch from clock_timestamp() - began) * 1000;
          action := judged.action;
          pattern := judged.pattern;
          rules := array(select rule ->> 'id' from jsonb_array_elements(judged.rules) as rule);
          return next;
        end loop;
      end $$`
    const rows = await sql<{ action: string; pattern: string | null; rules: string[]; ms: number }[]>`
      select * from pg_temp.judge_each(${messages.map(({ text }) => text)})`
    return messages.map((message, place) => {
      const row = rows[place]
      if (!row) throw new Error('a message was not judged')
      return { ...message, ...row }
    })
  })
}
