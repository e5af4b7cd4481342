import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { Liquid } from 'liquidjs'
import { checkTemplate, renderTemplate } from '../../src/agents/template/template.ts'
import { seeded } from '../support/random.ts'

class Parent {
  get inherited(): string {
    return 'yes'
  }
}
class Heir extends Parent {}

describe('rendering', () => {
  test('variables are put in, unknown ones are empty, and space at the ends is cut', () => {
    expect(
      renderTemplate('  Hello {{ first_name }}{{ nobody }}, {{ params.day }}. ', {
        first_name: 'Ada',
        params: { day: 'Monday' },
      }),
    ).toBe('Hello Ada, Monday.')
  })

  test('contact data that looks like a template is said as it is', () => {
    for (const name of ['{{ secret }}', '{% include "/etc/passwd" %}', '{{ "a" | upcase }}', '{% raw %}']) {
      expect(renderTemplate('{{ name }}', { name, secret: 'told' })).toBe(name)
    }
  })

  test('any text comes out of a variable as it went in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (value, key) => {
        expect(renderTemplate('<{{ params[key] }}>', { params: { [key]: value }, key })).toBe(`<${value}>`)
      }),
      seeded(200),
    )
  })

  test('only own properties can be read', () => {
    const variables = { name: 'Ada', list: ['a'], nested: new Heir() }
    for (const path of ['constructor', 'name.constructor', 'toString', '__proto__', 'nested.inherited', 'list.map']) {
      expect(renderTemplate(`<{{ ${path} }}>`, variables)).toBe('<>')
    }
  })

  test('a template that has been rendered before renders other variables', () => {
    const template = 'Hello {{ first_name }}!'
    expect(['Ada', 'Bob'].map((first_name) => renderTemplate(template, { first_name }))).toEqual([
      'Hello Ada!',
      'Hello Bob!',
    ])
  })

  test('thousands of different templates keep rendering rightly', () => {
    for (let i = 0; i < 3_000; i++) expect(renderTemplate(`${i} {{ x }}`, { x: i })).toBe(`${i} ${i}`)
  })
})

describe('the language', () => {
  const VARIABLES = {
    name: 'Ada',
    none: null,
    yes: true,
    count: 3,
    list: ['b', 'a', 'c'],
    nested: { plan: 'gold', deep: [{ key: 'x' }] },
    text: ' Two words, and more ',
    key: 'plan',
    day: '2026-11-24T09:05:00Z',
  }
  const VALUES = ['name', 'none', 'yes', 'count', 'list', 'nested.plan', 'nested[key]', 'nested.deep[0].key', 'list[1]']
  const MORE_VALUES = [
    'list.size',
    'list.first',
    'list.last',
    'list[-1]',
    'text',
    '"quoted"',
    "'q}}'",
    '4',
    '-1.5',
    'nobody',
    'day',
  ]
  const FILTERS = [
    'upcase',
    'downcase',
    'capitalize',
    'strip',
    'lstrip',
    'append: "x"',
    'prepend: name',
    'size',
    'first',
  ]
  const MORE_FILTERS = [
    'default: "d"',
    'replace: "a", "bb"',
    'remove: "a"',
    'replace_first: "o", "0"',
    'truncate: 5',
    'last',
  ]
  const WORD_FILTERS = [
    'truncatewords: 2',
    'slice: 1, 2',
    'slice: -2',
    'split: "," | join: "-"',
    'split: "" | size',
    'rstrip',
  ]
  const NUMBER_FILTERS = [
    'plus: 2',
    'minus: 1',
    'times: 3',
    'divided_by: 4',
    'modulo: 2',
    'round',
    'floor',
    'at_most: 2',
  ]
  const DATE = 'date: "%A, %-d %B %Y %H:%M %p %I %b %a %d %m %y %S %e"'

  const anyValue = fc.constantFrom(...VALUES, ...MORE_VALUES)
  const scalar = fc.constantFrom('name', 'nested.plan', 'text', '"quoted"', 'list[1]')
  const number = fc.constantFrom('count', '4', '-1.5', 'list.size')
  const textFilter = fc.constantFrom(...FILTERS, ...MORE_FILTERS, ...WORD_FILTERS)
  const comparison = fc.oneof(
    fc.tuple(anyValue, fc.constantFrom('==', '!='), fc.oneof(scalar, number, fc.constantFrom('nil', 'true'))),
    fc.tuple(number, fc.constantFrom('<', '>', '<=', '>='), number),
    fc.tuple(fc.constantFrom('text', 'list', 'name'), fc.constant('contains'), scalar),
    anyValue.map((one) => [one]),
  )
  const condition = fc
    .array(fc.tuple(fc.constantFrom('and', 'or'), comparison), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.map(([join, one], at) => `${at ? join : ''} ${one.join(' ')}`).join(' '))
  const { template } = fc.letrec<{ template: string; piece: string }>((tie) => ({
    template: fc.array(tie('piece'), { maxLength: 4 }).map((pieces) => pieces.join('')),
    piece: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(
        'Hello ',
        ' { ',
        '\n',
        '{% comment %}{{ x }}{% endcomment %}',
        '{% raw %}{{ a }}{% endraw %}',
        '{% # no %}',
      ),
      fc
        .tuple(fc.constantFrom('', '-'), anyValue, fc.constantFrom('', '-'))
        .map(([l, one, r]) => `{{${l} ${one} ${r}}}`),
      fc.tuple(scalar, textFilter).map((parts) => `{{ ${parts.join(' | ')} }}`),
      fc.tuple(number, fc.constantFrom(...NUMBER_FILTERS)).map((parts) => `{{ ${parts.join(' | ')} }}`),
      fc.constant(`{{ day | ${DATE} }}`),
      fc.tuple(scalar, textFilter).map((parts) => `{% assign made = ${parts.join(' | ')} %}{{ made }}`),
      fc
        .tuple(fc.constantFrom('if', 'unless'), condition, tie('template'), condition, tie('template'))
        .map(
          ([tag, first, body, second, other]) =>
            `{% ${tag} ${first} %}${body}{% elsif ${second} %}${other}{%- else -%} else {% end${tag} %}`,
        ),
      fc
        .tuple(scalar, fc.uniqueArray(scalar, { minLength: 2, maxLength: 2 }), tie('template'))
        .map(
          ([of, [one, other], body]) => `{% case ${of} %}{% when ${one}, ${other} %}${body}{% else %}none{% endcase %}`,
        ),
      fc
        .tuple(
          fc.constantFrom('list', '(1..4)', '(count..5)', 'nobody'),
          fc.constantFrom('', 'limit: 2', 'offset: 1', 'reversed'),
          tie('template'),
        )
        .map(
          ([over, how, body]) =>
            `{% for i in ${over} ${how} %}{{ i }}{{ forloop.index }}${body}{% else %}-{% endfor %}`,
        ),
      fc.constantFrom('{% for i in list %}{{ i }}{% if i == "a" %}{% break %}{% endif %}{% endfor %}'),
    ),
  }))

  test('what it has in common with Liquid means the same', () => {
    const liquid = new Liquid({ ownPropertyOnly: true, strictFilters: true, timezoneOffset: 0 })
    fc.assert(
      fc.property(template, (text) => {
        expect(renderTemplate(text, VARIABLES)).toBe(String(liquid.parseAndRenderSync(text, VARIABLES)).trim())
      }),
      seeded(1_000),
    )
  })

  test('empty and blank are what they say', () => {
    const render = (value: unknown) =>
      renderTemplate('{% if x == empty %}empty {% endif %}{% if x == blank %}blank{% endif %}', { x: value })
    expect(['', ' ', [], {}, null, 'a', [0], 0].map(render)).toEqual([
      'empty blank',
      'blank',
      'empty blank',
      'empty blank',
      'blank',
      '',
      '',
      '',
    ])
  })

  test('an object has no words of its own', () => {
    expect(renderTemplate('<{{ nested }}{{ list }}>', { nested: {}, list: [{}, 'a', 1] })).toBe('<a1>')
  })
})

describe('limits', () => {
  const many = Array.from({ length: 1_000 }, () => '')
  const hostile = {
    many,
    big: 'a'.repeat(60_000),
    needle: `${'a'.repeat(30_000)}b`,
    space: ' '.repeat(60_000),
    wide: Object.fromEntries(many.map((_, index) => [`key${index}`, index])),
    deep: Array.from({ length: 100 }).reduce<unknown>((inner) => [inner, inner], 'x'),
    signs: '%'.repeat(40_000),
  }
  const forEver = (body: string) => `{% for i in (1..100000000) %}${body}{% endfor %}`
  const endless = [
    forEver('x'),
    forEver(''),
    '{% for i in (1..99999999999999999999999999) reversed %}{% endfor %}',
    '{% for i in (1..10000) %}{% for j in (1..10000) %}{% endfor %}{% endfor %}',
    '{% assign a = "x" %}{% for i in (1..100) %}{% assign a = a | append: a %}{% endfor %}',
    '{% assign a = "x" %}{% for i in (1..100) %}{% assign a = a | prepend: a | prepend: a %}{% endfor %}',
    '{% assign a = "xx" %}{% for i in (1..100) %}{% assign a = a | replace: "x", a %}{% endfor %}',
    '{% assign a = "xx" %}{% for i in (1..100) %}{% assign b = a | split: "" %}{% assign a = b | join: a %}{% endfor %}',
    '{% for a in many %}{% for b in many %}{% for c in many %}{{ c }}{% endfor %}{% endfor %}{% endfor %}',
    `{% for i in (1..900000) %}${'y'.repeat(10_000)}{% endfor %}`,
    forEver('{% if big contains needle %}x{% endif %}'),
    forEver('{% if big == big %}x{% endif %}'),
    forEver('{% if many contains 5 %}x{% endif %}'),
    forEver('{{ wide.size }}'),
    forEver('{% for pair in wide limit: 1 %}{% endfor %}'),
    forEver('{{ big | slice: -100000000000, 99999999999 | size }}'),
    forEver('{{ big | truncate: 9999999999, big | size }}'),
    forEver('{{ 0 | date: "%A%A%A%A%A%A%A%A" | size }}'),
    forEver('{% if a or a or a or a or a or a or a or a %}{% endif %}'),
    forEver('{{ a | upcase | upcase | upcase | upcase | upcase }}'),
    forEver('{% assign a = space | plus: space %}'),
    forEver('{% if space < 1 %}{% endif %}'),
    forEver('{% for j in (space..space) %}{% endfor %}'),
    '{{ deep }}',
    '{{ 0 | date: signs }}',
    '{{ big | truncatewords: 1 }}',
    '{{ many | join: big }}',
  ]
  for (const template of endless) {
    test(`stopped: ${template.slice(0, 90)}`, () => {
      expect(checkTemplate(template)).toBeNull()
      const begun = process.cpuUsage()
      expect(() => renderTemplate(template, hostile)).toThrow(/^(the text|a date)/)
      // Some 20 ms on a slow machine, and as long again until what is run has been compiled.
      expect(process.cpuUsage(begun).user / 1000).toBeLessThan(250)
    })
  }

  test('a calculation without a result ends the text', () => {
    for (const template of ['{{ 1 | divided_by: 0 }}', '{{ x | times: x }}']) {
      expect(() => renderTemplate(template, { x: 1e300 })).toThrow('no result')
    }
  })

  test('what is nested too deep is refused', () => {
    const inner = '{% if a %}'.repeat(50) + '{% endif %}'.repeat(50)
    expect(checkTemplate(inner)).toBeNull()
    expect(checkTemplate(`{% for i in a %}${inner}{% endfor %}`)).toContain('nested more than 50 deep')
    expect(checkTemplate(`{{ ${'a['.repeat(60)}a${']'.repeat(60)} }}`)).toContain('nested more than 50 deep')
  })

  test('to read a template takes time in proportion to its length, whatever is in it', () => {
    const pieces = [
      '{{',
      '{%',
      '{{"',
      '{%raw%}',
      '{%comment%}',
      '{{a}}',
      '{%if a%}',
      '{{a|upcase',
      '{% a or ',
      "{{'}}",
      '{{a[',
    ]
    for (const piece of pieces) {
      const begun = process.cpuUsage()
      for (let round = 0; round < 5; round++) checkTemplate(piece.repeat(20_000 / piece.length))
      expect(process.cpuUsage(begun).user / 1000).toBeLessThan(500)
    }
  })

  test('a text longer than anybody would say is refused', () => {
    expect(() => renderTemplate('{{ x }}', { x: 'a'.repeat(20_001) })).toThrow('more than 20000 characters')
    expect(renderTemplate('{{ x }}', { x: 'a'.repeat(20_000) })).toHaveLength(20_000)
  })

  test('a template as long as the contract allows can be read', () => {
    expect(checkTemplate('😀'.repeat(10_000))).toBeNull()
    expect(checkTemplate('x'.repeat(20_001))).toContain('too long')
  })
})

describe('checking', () => {
  test('what Liquid cannot parse is told in a sentence with its place', () => {
    expect(checkTemplate('Hello {{ first_name')).toBe(
      'The template cannot be read: output "{{ first_name" not closed, line:1, col:7.',
    )
    for (const template of ['{% if x %}', '{% wish %}', '{{ x | wish }}', '{{ }}', '{% endif %}']) {
      expect(checkTemplate(template)).toMatch(/^The template cannot be read: .*\.$/)
    }
  })

  test('a tag that opens another template, keeps output or counts is refused', () => {
    for (const tag of ['include', 'render', 'layout', 'block', 'capture', 'cycle', 'increment', 'tablerow', 'liquid']) {
      expect(checkTemplate(`Hello. {% ${tag} "/etc/passwd" %}`)).toBe(
        `The template cannot be read: there is no tag "${tag}" here (tags are assign, break, case, comment, continue, for, if, raw, unless), line:1, col:8.`,
      )
    }
  })

  test('a filter that is not known, or is given too much or too little, is refused', () => {
    expect(checkTemplate('Hello,\n{{ x | wish }}')).toBe(
      'The template cannot be read: unknown filter at "wish", line:2, col:8.',
    )
    for (const filter of ['append', 'upcase: 1', 'replace: 1, 2, 3', 'concat: x', 'where: "a"', 'url_encode', 'sort']) {
      expect(checkTemplate(`{{ x | ${filter} }}`)).toContain('filter')
    }
  })

  test('plain text, and texts with placeholders, are fine', () => {
    for (const template of [
      '',
      'Hello.',
      '100 % {sure}',
      '{{ a.b["c"] | default: "d" | upcase }}',
      '{% if a %}b{% endif %}',
    ]) {
      expect(checkTemplate(template)).toBeNull()
    }
  })

  test('whatever it is given, it answers rather than throws', () => {
    const pieces = fc.constantFrom(
      '{{',
      '}}',
      '{%',
      '%}',
      'if',
      'endif',
      'for',
      ' ',
      'x',
      '|',
      '"',
      '..',
      '(',
      ')',
      ':',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        const template = parts.join('')
        const fault = checkTemplate(template)
        if (fault !== null) expect(() => renderTemplate(template, {})).toThrow()
      }),
      seeded(500),
    )
  })
})
