<?php
/**
 * Plugin Name: Kreide
 * Description: Stundenplan, Vertretungsplan und Nachrichten einer Schule aus Kreide, als Blöcke und als Kurzbefehle.
 * Version: 0.1.0
 * Requires at least: 6.0
 * Requires PHP: 7.4
 * License: AGPL-3.0-or-later
 */

if (!defined('ABSPATH')) {
    exit;
}

/** The elements, and of each the attributes that an editor can set. */
const KREIDE_ELEMENTS = array(
    'timetable' => array('entity', 'entity-id', 'view'),
    'substitutions' => array('token', 'grade'),
    'news' => array('limit'),
    'monitor' => array('token', 'mode'),
);

/** Elements that ask for the plans or news of one school by its short name. */
const KREIDE_BY_SCHOOL = array('timetable', 'news');

/** Settings › Kreide: where the server is and which school it is. */
function kreide_settings() {
    register_setting('kreide', 'kreide_server', array('type' => 'string', 'sanitize_callback' => 'kreide_server', 'default' => ''));
    register_setting('kreide', 'kreide_school', array('type' => 'string', 'sanitize_callback' => 'sanitize_title', 'default' => ''));
    add_settings_section('kreide', '', '__return_null', 'kreide');
    add_settings_field('kreide_server', 'Adresse des Servers', 'kreide_field', 'kreide', 'kreide', array('kreide_server', 'url', 'https://kreide.example.org'));
    add_settings_field('kreide_school', 'Kurzname der Schule', 'kreide_field', 'kreide', 'kreide', array('kreide_school', 'text', 'linden'));
}
add_action('admin_init', 'kreide_settings');

/** The address without a trailing slash; empty unless it is one of the web. */
function kreide_server($address) {
    return untrailingslashit(esc_url_raw(trim((string) $address), array('https', 'http')));
}

function kreide_field($field) {
    list($name, $type, $example) = $field;
    printf(
        '<input class="regular-text" type="%s" name="%s" value="%s" placeholder="%s">',
        esc_attr($type),
        esc_attr($name),
        esc_attr(get_option($name)),
        esc_attr($example)
    );
}

function kreide_menu() {
    add_options_page('Kreide', 'Kreide', 'manage_options', 'kreide', 'kreide_page');
}
add_action('admin_menu', 'kreide_menu');

function kreide_page() {
    echo '<div class="wrap"><h1>Kreide</h1><form method="post" action="options.php">';
    settings_fields('kreide');
    do_settings_sections('kreide');
    submit_button();
    echo '</form></div>';
}

/** One element as HTML, with its script: loaded only by pages that show one. */
function kreide_element($name, $attributes) {
    $server = get_option('kreide_server', '');
    if ($server === '') {
        return current_user_can('manage_options') ? '<p>Kreide: Unter Einstellungen › Kreide fehlt die Adresse des Servers.</p>' : '';
    }
    wp_enqueue_script('kreide', $server . '/widgets/kreide.js', array(), null, true);
    $html = '<kreide-' . $name;
    if (in_array($name, KREIDE_BY_SCHOOL, true)) {
        $html .= ' school="' . esc_attr(get_option('kreide_school', '')) . '"';
    }
    foreach (KREIDE_ELEMENTS[$name] as $attribute) {
        $value = isset($attributes[$attribute]) ? trim((string) $attributes[$attribute]) : '';
        if ($value !== '') {
            $html .= ' ' . $attribute . '="' . esc_attr($value) . '"';
        }
    }
    return $html . '></kreide-' . $name . '>';
}

/** A block and a short code for each element: `[kreide-timetable entity-id="8c"]`. */
function kreide_blocks() {
    wp_register_script('kreide-blocks', plugins_url('blocks.js', __FILE__), array('wp-blocks', 'wp-block-editor', 'wp-components', 'wp-element'), '0.1.0', true);
    wp_add_inline_script('kreide-blocks', 'window.kreideBlocks = ' . wp_json_encode(KREIDE_ELEMENTS) . ';', 'before');
    foreach (KREIDE_ELEMENTS as $name => $attributes) {
        $render = function ($given) use ($name) {
            return kreide_element($name, is_array($given) ? $given : array());
        };
        register_block_type('kreide/' . $name, array(
            'api_version' => 2,
            'editor_script' => 'kreide-blocks',
            'attributes' => array_fill_keys($attributes, array('type' => 'string', 'default' => '')),
            'render_callback' => $render,
        ));
        add_shortcode('kreide-' . $name, $render);
    }
}
add_action('init', 'kreide_blocks');
