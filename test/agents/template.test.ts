import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { checkTemplate, renderTemplate } from '../../src/agents/template.ts'
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

describe('limits', () => {
  const many = Array.from({ length: 1_000 }, () => '')
  const endless = [
    '{% for i in (1..100000000) %}x{% endfor %}',
    '{% for i in (1..10000) %}{% for j in (1..10000) %}{% endfor %}{% endfor %}',
    '{% assign a = "x" %}{% for i in (1..100) %}{% assign a = a | append: a %}{% endfor %}',
    '{% assign a = "a,b" | split: "," %}{% for i in (1..100) %}{% assign a = a | concat: a %}{% endfor %}',
    '{% for a in many %}{% for b in many %}{% for c in many %}{{ c }}{% endfor %}{% endfor %}{% endfor %}',
    `{% for i in (1..900000) %}${'y'.repeat(10_000)}{% endfor %}`,
  ]
  for (const template of endless) {
    test(`stopped: ${template.slice(0, 75)}`, () => {
      expect(checkTemplate(template)).toBeNull()
      expect(() => renderTemplate(template, { many })).toThrow(/exceeded|out of memory|string/i)
    })
  }

  test('a text longer than anybody would say is refused', () => {
    expect(() => renderTemplate('{{ x }}', { x: 'a'.repeat(20_001) })).toThrow('20001')
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

  test('a template that would open another one is refused', () => {
    for (const tag of ['include', 'render', 'layout', 'block']) {
      expect(checkTemplate(`{% ${tag} "/etc/passwd" %}`)).toContain(`tag "${tag}" not found`)
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
