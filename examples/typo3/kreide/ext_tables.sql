CREATE TABLE tt_content (
    tx_kreide_element varchar(20) DEFAULT 'substitutions' NOT NULL,
    tx_kreide_value varchar(80) DEFAULT '' NOT NULL
);
